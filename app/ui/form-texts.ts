/** Problems that several forms name. */
export const descriptionTooLong = "The description is too long";
export const timePassed = "That time has already passed.";
export const setWithoutName = "Give the set a name";
