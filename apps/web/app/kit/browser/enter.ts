/** For a browser's own select: Enter does not submit the form. */
export const enterStays = (event: React.KeyboardEvent<HTMLSelectElement>) => {
  if (event.key === 'Enter') event.preventDefault()
}
