/** The refusals of encoders. */
export const mediaErrors = {
  "no-test": {
    status: 409,
    message: "Finish the stream test first: the server has not heard your audio yet.",
  },
  "not-connected": { status: 409, message: "Your encoder is not connected." },
  "ingest-offline": {
    status: 503,
    message: "The stream server is not connected. Please try again in a moment.",
  },
} as const;
