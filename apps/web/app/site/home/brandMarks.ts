/** A logo: a name, and paths in a square of 48. `line` is stroked, `fill` is filled. */
export interface DrawnMark {
  name: string
  line?: string
  fill?: string
}

/** Logos of invented companies, shown while there are no real ones. Only the server has them. */
export const inventedMarks: readonly DrawnMark[] = [
  { name: 'Norrvik', line: 'M6 34L18 14l8 13 5-8 11 15M6 40h36' },
  { name: 'Casa Albera', line: 'M10 42V22a14 14 0 0 1 28 0v20M18 42V24a6 6 0 0 1 12 0v18' },
  { name: 'Helmbach', fill: 'M24 5l16.5 9.5v19L24 43 7.5 33.5v-19zm0 9l-8.7 5v10l8.7 5 8.7-5V19z' },
  { name: 'Brisalta', line: 'M6 16h24a6 6 0 1 0-6-6M6 25h32a6 6 0 1 1-6 6M6 34h16a5 5 0 1 1-5 5' },
  { name: 'Orsenne', line: 'M24 8a16 16 0 1 0 0 32 16 16 0 0 0 0-32zm0 0v32M8 24h32' },
  { name: 'Kestrelby', fill: 'M4 14c10 0 16 4 20 12 4-8 10-12 20-12-2 12-9 18-20 24C13 32 6 26 4 14z' },
  { name: 'Valdoria', fill: 'M8 8h10l6 20 6-20h10L28 42h-8z' },
  { name: 'Tannholt', fill: 'M24 4l11 14h-6l9 12H27v12h-6V30H10l9-12h-6z' },
  { name: 'Lumenest', line: 'M24 15a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM24 4v5M24 39v5M4 24h5M39 24h5M10 10l3.5 3.5M34.5 34.5L38 38M38 10l-3.5 3.5M13.5 34.5L10 38' },
  { name: 'Sablepoint', fill: 'M6 6h16v16H6zm20 0h16v16L26 6zM6 26h16v16zm20 0h16v16H26z' },
  { name: 'Quintavela', line: 'M22 6v30M22 8c10 6 14 14 15 24H22M22 14c-7 5-10 11-11 18h11M8 40h32' },
  { name: 'Osterlyng', line: 'M6 30a18 18 0 0 1 36 0M13 30a11 11 0 0 1 22 0M20 30a4 4 0 0 1 8 0M4 37h40' },
] // oxfmt-ignore
