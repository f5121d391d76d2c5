/** The storage of a device, which may have no room left. In tests it replaces the package that accesses IndexedDB, which jsdom lacks (`vitest.config.ts`). */
export const device = { kept: new Map<string, unknown>(), isFull: false }

export const createStore = () => undefined
export const get = async (name: string) => device.kept.get(name)
export const keys = async () => [...device.kept.keys()]
export const set = async (name: string, value: unknown) => {
  if (device.isFull) throw new DOMException('', 'QuotaExceededError')
  device.kept.set(name, value)
}
export const del = async (name: string) => void device.kept.delete(name)
export const delMany = async (names: readonly string[]) => names.forEach((name) => device.kept.delete(name))
export const getMany = (names: readonly string[]) => Promise.all(names.map(get))
export const setMany = async (entries: readonly [string, unknown][]) => {
  for (const [name, value] of entries) await set(name, value)
}
