/** Pages whose address contains a secret: a mailed token in the query, a service's tokens in the path. */
const secretAddress = /^\/(?:verify|recover|confirm-email|unsubscribe|music-token)(?:\.data|\/|$)/i;
const musicToken = /^\/music-token(?:\/|$)/i;

/** Such a page's address must not reach anything that it loads or links to. */
export const hasSecretAddress = (path: string): boolean => secretAddress.test(path);

/**
 * The popup that comes back from a music service: under any opener policy of its own the browser would take it away
 * from the window that opened it.
 */
export const answersOpener = (path: string): boolean => musicToken.test(path);

/** A path without its secrets, for the log. */
export const loggedPath = (path: string): string => (musicToken.test(path) ? "/music-token" : path);
