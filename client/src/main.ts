import { mount } from "svelte";

import App from "./App.svelte";
import "./fonts.css";
import "./style.css";

const target = document.getElementById("app");
if (target) mount(App, { target });

// it shows pushes, and says so when there is no connection; a page without it plays as well
if (import.meta.env.PROD && "serviceWorker" in navigator) {
  addEventListener("load", () => void navigator.serviceWorker.register("/sw.js").catch(() => undefined));
}
