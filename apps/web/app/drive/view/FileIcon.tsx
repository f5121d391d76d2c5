import {
  type Icon,
  IconFile,
  IconFileSpreadsheet,
  IconFileText,
  IconFileTypePdf,
  IconFileZip,
  IconPhoto,
  IconVideo,
} from '@tabler/icons-react'

const icons: readonly [RegExp, Icon][] = [
  [/\.pdf$/i, IconFileTypePdf],
  [/\.(png|jpe?g|gif|webp|avif|svg|tiff?|heic|bmp)$/i, IconPhoto],
  [/\.(xlsx?|ods|csv|numbers)$/i, IconFileSpreadsheet],
  [/\.(docx?|odt|rtf|txt|md|pages|pptx?|odp)$/i, IconFileText],
  [/\.(mp4|mov|webm|mkv|avi)$/i, IconVideo],
  [/\.(zip|7z|rar|gz|tar)$/i, IconFileZip],
]

/** The icon of a file's type, by the file's name. */
export const FileIcon = ({ name, size = 18 }: { name: string; size?: number }) => {
  const Sign = icons.find(([pattern]) => pattern.test(name))?.[1] ?? IconFile
  return <Sign size={size} aria-hidden style={{ flex: 'none' }} />
}
