// The site's few moving parts: light, search (loaded when first wanted), versions, the picture.
(() => {
  const root = document.documentElement;
  const seen = (selector) => document.querySelector(selector);

  seen("button[data-light]").addEventListener("click", () => {
    const dark = root.dataset.light ? root.dataset.light === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.light = dark ? "day" : "dark";
    localStorage.setItem("light", root.dataset.light);
  });

  const dialog = seen("dialog[data-found]");
  const query = seen("#properdocs-search-query");
  let loaded = false;

  // a heading such as "Victory" stands on many pages: each result names its page, and leaves the heads of tables out
  async function tellPages() {
    const answer = await fetch(`${base_url}/search/search_index.json`); // which the search itself has just read
    const pages = new Map((await answer.json()).docs.map(({ location, title }) => [location, title]));
    const plain = window.formatResult;
    window.formatResult = (location, title, summary) => {
      const page = pages.get(location.split("#")[0]);
      const text = summary.replaceAll(/(^|\s)id \S+ \S+ (statement|énoncé)(?=\s)|\b(code|tests)( \d+)+( ·)?/g, "");
      return plain(location, !page || page === title ? title : `${title} · ${page}`, text);
    };
  }

  function search() {
    dialog.showModal();
    query.focus();
    if (loaded) return;
    loaded = true;
    const script = document.createElement("script");
    script.src = `${base_url}/search/main.js`;
    script.onload = tellPages;
    document.head.append(script);
    // the index takes a moment; what was typed meanwhile is looked for as soon as it is there
    const found = seen("#properdocs-search-results");
    found.textContent = "Reading the index …";
    const asking = setInterval(() => query.dispatchEvent(new KeyboardEvent("keyup")), 250);
    new MutationObserver((_, observer) => (clearInterval(asking), observer.disconnect())).observe(found, { childList: true });
  }
  seen("[data-search]").addEventListener("click", search);
  addEventListener("keydown", (event) => {
    const typing = event.target.closest?.("input, textarea");
    if (!typing && !event.ctrlKey && !event.metaKey && (event.key === "/" || event.key === "s")) {
      event.preventDefault();
      search();
    }
  });
  query.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === "Escape") event.preventDefault();
    if (event.key === "Escape") dialog.close(); // at once: the field alone would only be emptied
  });
  seen("#properdocs-search-results").addEventListener("click", (event) => event.target.closest("a") && dialog.close());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());

  seen(".contents [aria-current=page]")?.scrollIntoView({ block: "nearest" });

  // wide tables scroll by themselves; keys reach what scrolls
  for (const table of document.querySelectorAll("main table")) {
    const frame = document.createElement("div");
    frame.className = "wide";
    table.replaceWith(frame);
    frame.append(table);
    if (frame.scrollWidth > frame.clientWidth) Object.assign(frame, { tabIndex: 0, role: "region", ariaLabel: "Table" });
  }

  // the moving picture comes after everything else, and only where movement is wanted
  const picture = seen("img[data-moving]");
  if (picture && !matchMedia("(prefers-reduced-motion: reduce)").matches && !navigator.connection?.saveData)
    addEventListener("load", () =>
      setTimeout(() => {
        const moving = new Image();
        moving.src = picture.dataset.moving;
        moving.decode().then(() => (picture.src = moving.src), () => undefined);
      }, 2500),
    );

  // other versions, where the site is one of several side by side
  const place = seen("[data-versions]");
  for (const version of place.dataset.versions ? place.dataset.versions.split(",") : []) {
    const link = document.createElement("a");
    link.href = `${base_url}/../${version}/`;
    link.textContent = version;
    place.append(" · ", link);
  }
})();
