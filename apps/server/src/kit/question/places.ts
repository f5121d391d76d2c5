type Placed = {
  uniqueId: string
  position: number
}

/** The order of questions of one group when these have moved to their places: the others keep theirs among themselves. */
export const orderOf = (all: readonly Placed[], moved: readonly Placed[]) => {
  const ids = new Set(moved.map(({ uniqueId }) => uniqueId))
  const order = all.filter(({ uniqueId }) => !ids.has(uniqueId))
  const coming = all.filter(({ uniqueId }) => ids.has(uniqueId))
  for (const one of coming) order.splice(one.position - 1, 0, one)
  return order
}

/** What does not stand at its place in this order, with the place where it belongs. */
export const shifted = (order: readonly Placed[]): Placed[] =>
  order
    .map(({ uniqueId, position: before }, at) => ({ uniqueId, before, position: at + 1 }))
    .filter(({ before, position }) => before !== position)
    .map(({ uniqueId, position }) => ({ uniqueId, position }))
