/** Where the page is: its path, its seat token from the hash, and links that do not load it again. */

class Route {
  path = $state(location.pathname);
  hash = $state(location.hash);

  constructor() {
    addEventListener("popstate", () => this.#read());
  }

  go(path: string): void {
    history.pushState(null, "", path);
    this.#read();
    scrollTo(0, 0);
  }

  /** Take a secret out of the address bar once it was used. */
  dropHash(): void {
    history.replaceState(null, "", location.pathname);
    this.hash = "";
  }

  #read(): void {
    this.path = location.pathname;
    this.hash = location.hash;
  }
}

export const route = new Route();

/** Follow a link within the page, unless it is to open elsewhere. */
export function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const link = (event.target as Element).closest("a");
  if (!link || link.origin !== location.origin || link.target || link.hasAttribute("download")) return;
  if (link.pathname.startsWith("/api/")) return;
  event.preventDefault();
  route.go(link.pathname + link.hash);
}
