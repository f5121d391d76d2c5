/** Nobody sees it or comes to it: who fills it in is a machine. */
export const Honeypot = () => (
  <div className="unseen" aria-hidden="true">
    <input name="website" tabIndex={-1} autoComplete="off" />
  </div>
)
