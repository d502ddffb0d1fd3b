/** Where we are, by the address. */

const VIEWS = [
  'lobby',
  'table',
  'dealer',
  'floor',
  'audit',
  'lab',
  'drill',
  'sign-in',
  'hand',
  'friends',
  'keep',
] as const;

export interface Where {
  view: (typeof VIEWS)[number];
  table: string;
  round: number | null;
}

export function parse(path: string): Where {
  const [view = '', table = '', round = ''] = path.split('/').filter(Boolean).map(decodeURIComponent);
  return {
    view: VIEWS.find((known) => known === view) ?? 'lobby',
    table,
    round: /^\d+$/.test(round) ? Number(round) : null,
  };
}

class Router {
  where = $state.raw(parse(location.pathname));

  constructor() {
    addEventListener('popstate', () => {
      this.where = parse(location.pathname);
    });
  }

  go(path: string, replace = false): void {
    if (replace) history.replaceState(null, '', path);
    else history.pushState(null, '', path);
    this.where = parse(path.split('?')[0] ?? '/');
    if (!replace) scrollTo(0, 0);
  }
}

export const router = new Router();

/** Follows links of our own without loading the page again. */
export function followLinks(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return;
  const link = (event.target as Element | null)?.closest?.('a[href^="/"]');
  if (
    !(link instanceof HTMLAnchorElement) ||
    link.target ||
    link.hasAttribute('download') ||
    link.pathname.startsWith('/api/')
  )
    return;
  event.preventDefault();
  router.go(link.pathname + link.search);
}
