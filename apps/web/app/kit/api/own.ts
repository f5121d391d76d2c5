/** What this page has written itself, and has asked for anew already: the latest records with their versions. */
const own = new Set<string>()
const most = 100

/** Remembers what the server has answered to a change of this page. */
export const rememberOwn = (data: unknown) => {
  const { uniqueId, updatedAt } = (data ?? {}) as { uniqueId?: string; updatedAt?: string }
  if (!uniqueId || !updatedAt) return
  own.add(`${uniqueId} ${updatedAt}`)
  if (own.size > most) own.delete(own.values().next().value!)
}

/** Whether this page has written a record as it is in this version. */
export const isOwn = (uniqueId: string, version: string) => own.has(`${uniqueId} ${version}`)
