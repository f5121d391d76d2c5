/** One key for one submit, however often it is tried: a change in what is sent makes it another submit. */
export const newKeys = (random = () => crypto.getRandomValues(new Uint32Array(4)).join('-')) => {
  let last: { body: string; key: string } | undefined
  return {
    keyOf: (input: unknown) => {
      const body = JSON.stringify(input, (_, value: unknown) =>
        value instanceof File ? [value.name, value.size, value.lastModified] : value,
      )
      if (last?.body !== body) last = { body, key: random() }
      return last.key
    },
    drop: () => {
      last = undefined
    },
  }
}
