type Open = (stays: boolean) => void

const openers = new Set<Open>()

/** Names who opens the sign-in over the page, until the answer is called. */
export const onSignIn = (open: Open) => {
  openers.add(open)
  return () => void openers.delete(open)
}

/**
 * Opens the sign-in over the page. Whoever has signed in goes where their role begins, or stays on the page. False where nobody can open it:
 * then the link to its own page does it.
 */
export const openSignIn = ({ stays = false } = {}) => {
  for (const open of openers) open(stays)
  return openers.size > 0
}
