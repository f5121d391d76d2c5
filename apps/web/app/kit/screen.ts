/** One screen: its path inside an area, and the file that draws it, as seen from `app/`. */
export interface Screen {
  path: string
  file: string
}

/** Declares a screen. Which areas it stands in, `routes.ts` says. */
export const screen = (path: string, file: string): Screen => ({ path, file })
