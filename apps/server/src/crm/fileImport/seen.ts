/** Two hashes of a text (FNV-1a and its like) as one whole number of 53 bits. */
const hashOf = (text: string) => {
  let [one, other] = [0x811c9dc5, 0x9747b28c]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    one = Math.imul(one ^ code, 0x01000193)
    other = Math.imul(other ^ code, 0x5bd1e995) ^ (other >>> 15)
  }
  return (other >>> 11) * 4294967296 + (one >>> 0) + 1
}

/** Remembers in which row a key was first, for a million keys in 32 MB: keys are kept as numbers of 53 bits. */
export class SeenKeys {
  #keys = new Float64Array(1024)
  #rows = new Uint32Array(1024)
  #count = 0

  /** The row that had this key before; undefined where this is the first, which is remembered. */
  firstRow(key: string, row: number) {
    if (this.#count * 2 >= this.#keys.length) this.#grow()
    const hash = hashOf(key)
    const at = this.#placeOf(hash)
    if (this.#keys[at] === hash) return this.#rows[at]
    this.#put(at, hash, row)
    return undefined
  }

  #put(at: number, hash: number, row: number) {
    this.#keys[at] = hash
    this.#rows[at] = row
    this.#count++
  }

  #placeOf(hash: number) {
    const size = this.#keys.length
    let at = hash % size
    while (this.#keys[at] !== 0 && this.#keys[at] !== hash) at = (at + 1) % size
    return at
  }

  #grow() {
    const [keys, rows] = [this.#keys, this.#rows]
    this.#keys = new Float64Array(keys.length * 2)
    this.#rows = new Uint32Array(keys.length * 2)
    this.#count = 0
    for (const [at, hash] of keys.entries()) if (hash !== 0) this.#put(this.#placeOf(hash), hash, rows[at]!)
  }
}
