interface Refused {
  code?: string
  constraint?: string
  message?: string
}

/** The unique index that a write would have broken; undefined where it failed with something else. A worker names it in its message, with the number of the shard. */
export const brokenUnique = (error: unknown) => {
  const { code, constraint, message = '' } = ((error as Error).cause ?? {}) as Refused
  if (code !== '23505') return undefined
  return (constraint ?? /"(\w+)"/.exec(message)?.[1])?.replace(/_\d{6,}$/, '')
}
