/** The refusals of posts. */
export const postErrors = {
  "post-text": { status: 400, message: "Please check the text of the post." },
} as const;
