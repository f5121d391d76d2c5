export const badgeThemes = ['light', 'dark'] as const
export type BadgeTheme = (typeof badgeThemes)[number]

export const badgeSizes = ['small', 'medium', 'large'] as const
export type BadgeSize = (typeof badgeSizes)[number]

/** The size of the picture in pixels. */
export const badgePixels: Readonly<Record<BadgeSize, readonly [width: number, height: number]>> = {
  small: [190, 36],
  medium: [270, 80],
  large: [340, 124],
}

/** The files for other websites: a picture, a page for a frame, and the stars alone as a picture that mail programs show. */
export const badgeFiles = ['svg', 'html', 'png'] as const
export type BadgeFile = (typeof badgeFiles)[number]

/** Returns the path and query of a badge's address. */
export const badgePath = (ownerId: string, file: BadgeFile, params: Readonly<Record<string, string>> = {}) => {
  const query = new URLSearchParams(params).toString()
  return `/badge/${ownerId}.${file}${query && `?${query}`}`
}
