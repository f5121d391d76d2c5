/** Records how work goes, where the operator has asked for that and this piece of work was chosen. All else it does as if it were not there. */
export interface Tracer {
  /** Names what goes on here, as `traceparent` of W3C; undefined where it is not recorded. */
  here: () => string | undefined
  /** Does work that goes on later than what caused it: a trace of its own, linked to its cause, and recorded where that was. */
  later: <T>(name: string, cause: string | undefined, work: () => Promise<T>) => Promise<T>
  /** Does a part of what goes on here: a call to another server. `kind` says to which. */
  part: <T>(name: string, kind: 'mail' | 'files', work: () => Promise<T>) => Promise<T>
}
