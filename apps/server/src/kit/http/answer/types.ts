const families: Readonly<Record<string, string>> = {
  image: 'png jpeg gif webp avif bmp tiff heic heif x-icon vnd.microsoft.icon',
  audio: 'mpeg mp4 aac ogg opus wav x-wav webm flac x-flac x-m4a aiff x-aiff midi 3gpp',
  video: 'mp4 webm ogg mpeg quicktime x-m4v x-msvideo x-matroska x-ms-wmv 3gpp',
  text: 'plain csv rtf',
  application: [
    'pdf rtf msword',
    'zip x-zip-compressed x-7z-compressed x-rar-compressed vnd.rar x-tar gzip x-gzip x-bzip2 x-xz zstd',
    'vnd.ms-excel vnd.ms-powerpoint vnd.ms-outlook',
    ...['text', 'spreadsheet', 'presentation'].map((kind) => `vnd.oasis.opendocument.${kind}`),
    ...['document', 'template'].map((kind) => `vnd.openxmlformats-officedocument.wordprocessingml.${kind}`),
    ...['sheet', 'template'].map((kind) => `vnd.openxmlformats-officedocument.spreadsheetml.${kind}`),
    ...['presentation', 'template', 'slideshow'].map((kind) => `vnd.openxmlformats-officedocument.presentationml.${kind}`),
  ].join(' '),
}

/** Pictures, sound, films, PDF, plain text, archives and Office documents. No browser runs any of them, nor takes one for a style sheet. */
const inert = new Set(Object.entries(families).flatMap(([family, kinds]) => kinds.split(' ').map((kind) => `${family}/${kind}`)))

/** The type that a file is sent with: one of those that nothing runs, in whatever case it is given, else plain bytes. */
export const sentType = (given: string) => {
  const [, type = '', charset = ''] = /^([^\s;]+)(; charset=utf-8)?$/.exec(given.toLowerCase()) ?? []
  return inert.has(type) ? type + charset : 'application/octet-stream'
}
