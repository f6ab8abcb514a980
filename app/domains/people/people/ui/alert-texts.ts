/** The message after the alert of a performer or a stage was turned on or off. */
export const alertChanged = "Your preference has been updated";
