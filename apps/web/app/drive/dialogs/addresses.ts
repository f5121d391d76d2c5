/** An address as far as a browser can tell; the server looks closer. */
const looksRight = /^[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@,;<>"]+$/

/** What stands between addresses that are typed or pasted together. */
export const separators = [',', ';', ' ', '\n', '\t']

/** Each address once, without regard to case, as it was typed first. */
export const once = (addresses: readonly string[]) => {
  const known = new Map<string, string>()
  for (const address of addresses.map((each) => each.trim()).filter(Boolean))
    if (!known.has(address.toLowerCase())) known.set(address.toLowerCase(), address)
  return [...known.values()]
}

/** The first of these that is no address. */
export const wrongAmong = (addresses: readonly string[]) => addresses.find((address) => !looksRight.test(address))
