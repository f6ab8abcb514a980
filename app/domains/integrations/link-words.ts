/** Why a set cannot be uploaded yet. */
export const linkHostingFirst = "You must link your music-hosting account to enable uploads.";
