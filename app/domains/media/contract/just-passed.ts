/** The state with which the stream test leads to the dashboard once it is passed. */
export interface JustPassed {
  hasJustPassed: true;
}
