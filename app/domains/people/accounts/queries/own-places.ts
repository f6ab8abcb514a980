/** The objects that are a user's own: erased whole with the account, and never asked to forget it. */
export const ownPlaces = (userId: string): string[] => [
  `profile/${userId}`,
  `inbox/${userId}`,
  `deliveries/user/${userId}`,
];
