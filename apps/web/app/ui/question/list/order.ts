/** The same list with two of its items in each other's place. */
export const swapped = <T>(list: readonly T[], one: number, other: number): T[] =>
  list.map((item, at) => {
    if (at === one) return list[other] ?? item
    return at === other ? (list[one] ?? item) : item
  })
