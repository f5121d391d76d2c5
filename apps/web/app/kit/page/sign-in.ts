const openers = new Set<() => void>()

/** Names who opens the sign-in over the page, until the answer is called. */
export const onSignIn = (open: () => void) => {
  openers.add(open)
  return () => void openers.delete(open)
}

/** Opens the sign-in over the page. False where nobody can: then the link to its own page does it. */
export const openSignIn = () => {
  for (const open of openers) open()
  return openers.size > 0
}
