/** One look for all who ask while it lasts, and for so many milliseconds after it: what is dear to look at is looked at seldom. */
export const shared = <T>(look: () => Promise<T>, milliseconds = 0) => {
  let looking: Promise<T> | undefined
  const forget = () => {
    looking = undefined
  }
  const begin = () => {
    const begun = look()
    const end = () => (milliseconds > 0 ? void setTimeout(forget, milliseconds).unref() : forget())
    begun.then(end, forget)
    return begun
  }
  return () => (looking ??= begin())
}
