/** Where a picture of a body stands, in its middle width. */
export const addressOf = (id: string) => `/api/content/picture/${id}/960`

const ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const ours = new RegExp(`^(?:https?://[^/?#]+)?/api/content/picture/(${ID})/(?:480|960|1600)$`)
const inBody = new RegExp(`<img src="/api/content/picture/(${ID})/960"`, 'g')
const bare = new RegExp(`<img src="/api/content/picture/(${ID})/960" alt="([^"]*)" />`, 'g')

/** The id of a picture that was kept before, by its address. */
export const keptId = ({ src }: { src: string }) => ours.exec(src)?.[1]

const asData = /^data:image\/(?:png|jpe?g|gif|webp);base64,([A-Za-z0-9+/]+={0,2})$/

/** The bytes of a picture that is in a body as data of one of the four formats. */
export const dataOf = ({ src }: { src: string }) => {
  const [, base64] = asData.exec(src.replace(/\s+/g, '')) ?? []
  return base64 && Buffer.from(base64, 'base64')
}

/** The ids of the pictures of a clean body, in their order. */
export const picturesIn = (body: string) => Array.from(body.matchAll(inBody), ([, id]) => id!)

interface Standing {
  uniqueId: string
  width: number
  height: number
}

/** The text of a clean body: of its pictures no more than their alternative texts. */
export const textIn = (body: string) => body.replace(inBody, '')

/** The widths that a picture is had in: the names of its files, and how wide each is. */
const widthsOf = (width: number) => {
  const narrower = [480, 960, 1600].filter((_, at, all) => at === 0 || all[at - 1]! < width)
  return narrower.map((each) => [each, Math.min(each, width)] as const)
}

const dressed = (alt: string, { uniqueId: id, width, height }: Standing) => {
  const set = widthsOf(width).map(([file, wide]) => `/api/content/picture/${id}/${file} ${wide}w`)
  const sizes = '(min-width: 48em) 44rem, 100vw'
  return `<img src="${addressOf(id)}" srcset="${set.join(', ')}" sizes="${sizes}" width="${width}" height="${height}" alt="${alt}" loading="lazy" decoding="async">`
}

/** A clean body whose pictures say how large they are, and in which widths they can be had. What nobody knows is left out. */
export const dress = (clean: string, pictureOf: (id: string) => Standing | undefined) =>
  clean.replace(bare, (_, id: string, alt: string) => {
    const picture = pictureOf(id)
    return picture ? dressed(alt, picture) : ''
  })
