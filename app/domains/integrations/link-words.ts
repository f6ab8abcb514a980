/** Why a set cannot be uploaded yet. */
export const linkHostingFirst = "You must link your music-hosting account to enable uploads.";
/** Why nothing can be posted yet. */
export const linkTwitterFirst = "You must link your Twitter account to automate tweets.";
