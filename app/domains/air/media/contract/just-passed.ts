/** The router state with which the stream test opens the dashboard after it is passed. */
export interface JustPassed {
  hasJustPassed: true;
}
