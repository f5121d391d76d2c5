/** Downloads a file, or the file at an address. */
export const download = (from: File | string) => {
  const link = document.createElement('a')
  link.href = typeof from === 'string' ? from : URL.createObjectURL(from)
  link.download = typeof from === 'string' ? '' : from.name
  link.click()
  if (typeof from !== 'string') setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
