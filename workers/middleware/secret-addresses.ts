/** Pages whose address contains a secret: a token or a code in the query, a service's tokens in the path. */
const secretAddress =
  /^\/(?:verify|recover|confirm-email|unsubscribe|music-token|api\/social\/(?:mixcloud|twitter|mastodon|lastfm)|api\/spotify\/login)(?:\.data|\/|$)/i;
const musicToken = /^\/music-token(?:\/|$)/i;
/** Paths of popups, with the pages of the simulators, which have the opener policy of a service: none. */
const linkPopup =
  /^\/(?:api\/social\/(?:mixcloud|twitter|mastodon|lastfm)|api\/spotify\/login|dev\/elsewhere)(?:\/|$)/i;

/** Such a page's address must not reach anything that it loads or links to. */
export const hasSecretAddress = (path: string): boolean => secretAddress.test(path);

/**
 * The popup that returns from another service: with an opener policy the browser would separate it from the window that
 * opened it.
 */
export const answersOpener = (path: string): boolean => musicToken.test(path) || linkPopup.test(path);

/** A path without its secrets, for the log. */
export const loggedPath = (path: string): string => (musicToken.test(path) ? "/music-token" : path);
