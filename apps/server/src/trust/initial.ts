/** The first letter of a last name. */
export const initialOf = (lastName: string) => {
  const [initial = ''] = lastName.normalize('NFC')
  return initial
}
