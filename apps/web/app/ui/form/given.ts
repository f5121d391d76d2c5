const isEvent = (given: unknown): given is React.ChangeEvent<HTMLInputElement> =>
  typeof given === 'object' && given !== null && 'nativeEvent' in given

/** What a field was given: by the event of an input, or what was chosen itself. */
export const givenBy = (given: unknown) => {
  if (!isEvent(given)) return given
  const { type, checked, value } = given.currentTarget
  return type === 'checkbox' ? checked : value
}
