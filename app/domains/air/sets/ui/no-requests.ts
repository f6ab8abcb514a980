/** Shown in place of an empty list of booking requests. */
export const noRequests = {
  incoming: "There are no incoming booking requests",
  outgoing: "There are no pending booking requests",
};
