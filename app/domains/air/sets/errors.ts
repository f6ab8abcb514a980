/** The refusals of sets and their booking. */
export const setErrors = {
  "slot-taken": { status: 409, message: "That time is taken." },
  "set-over": { status: 409, message: "This set has ended or was cancelled." },
  "set-is-on": { status: 409, message: "Your set is on now: a test would take you off air." },
  "set-not-on": { status: 409, message: "This set is not on now." },
  "no-set-soon": { status: 409, message: "You have no set within the next 30 minutes." },
  "set-begun": { status: 409, message: "This set has started: its start time can no longer be changed." },
  "managers-move-sets": { status: 403, message: "Ask a manager of the stage to move this set." },
  "change-waiting": {
    status: 409,
    message: "A change to this set is still waiting for an answer. Withdraw it first.",
  },
  "request-settled": { status: 409, message: "This request has already been answered." },
  "nothing-to-undo": {
    status: 409,
    message: "This acceptance can no longer be undone: the set has started, or was changed or cancelled.",
  },
  "request-expired": { status: 409, message: "The time of this request has passed." },
  "members-only": { status: 403, message: "Only members of this stage can book it." },
  "naming-not-allowed": { status: 409, message: "This person has not agreed to be named here." },
  "no-schedule": { status: 409, message: "An on-demand stage has no schedule to book." },
  "not-a-performer": { status: 409, message: "This person has not passed the stream test yet." },
} as const;
