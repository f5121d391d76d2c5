import { Box, Button, Group, Image, Skeleton, Stack, Text, UnstyledButton } from '@mantine/core'
import { IconMaximize } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { createPreviewUrl, driveFile, noPdf, noPicture, type PreviewableFile, previewOf } from '#drive/view/previews'
import { MediaPlayer, NoPreview, TextPreview } from '#drive/view/TextPreview'
import { useViewerAddress } from '#drive/view/useViewerAddress'
import { useCall } from '#kit/api/query'
import { useText } from '#kit/text'
import { ErrorState } from '#ui/page/states'
import styles from '../view/view.module.css'

/** The parameter of the address with the file in the viewer. */
export const VIEWED = 'view'

/**
 * A preview of a file: a picture made from it or from its first page, or the beginning of its text; otherwise the reason why there is none. It opens
 * the viewer.
 */
export const Preview = ({ item }: { item: Parameters<typeof driveFile>[0] }) => {
  const file = driveFile(item)
  const { kind, reason } = previewOf(file)
  if (reason) return <NoPreview text={reason} />
  const { version } = file
  if (kind === 'pdf') return <PdfPreview key={version} file={file} />
  if (kind === 'picture') return <PicturePreview key={version} file={file} />
  return (
    <Viewable key={version} file={file}>
      {kind === 'text' ? <TextPreview file={file} /> : <MediaPlayer file={file} />}
    </Viewable>
  )
}

interface PreviewProps {
  file: PreviewableFile
}

/** A preview with the button that opens the viewer. */
const Viewable = ({ file, note, children }: PreviewProps & { note?: string; children: ReactNode }) => {
  const t = useText()
  const { open } = useViewerAddress(VIEWED)
  return (
    <Stack gap="xs">
      {children}
      <Group gap="sm">
        <Button variant="default" leftSection={<IconMaximize size={18} aria-hidden />} onClick={() => open(file.uniqueId)}>
          {t('View')}
        </Button>
        {note && (
          <Text size="sm" c="dimmed">
            {note}
          </Text>
        )}
      </Group>
    </Stack>
  )
}

/** The address of a picture of the file. It is loaded at once, so that it may expire then. */
const useFirstPicture = (file: PreviewableFile) =>
  useQuery({
    queryKey: ['preview', file.uniqueId, file.version],
    queryFn: () => createPreviewUrl(file),
    staleTime: 50_000,
  })

const PicturePreview = (props: PreviewProps) => {
  const { file } = props
  const t = useText()
  const { open } = useViewerAddress(VIEWED)
  const [isBroken, setIsBroken] = useState(false)
  const { data, error, refetch } = useFirstPicture(file)
  if (isBroken) return <NoPreview text={noPicture} />
  if (error && !data) return <ErrorState failure={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton h={180} />
  const alt = t('Preview of {name}', { name: file.name })
  return (
    <Viewable {...props}>
      <UnstyledButton className={styles.thumbnail} tabIndex={-1} onClick={() => open(file.uniqueId)}>
        <Image src={data} alt={alt} mah={320} fit="contain" radius="sm" onError={() => setIsBroken(true)} />
      </UnstyledButton>
    </Viewable>
  )
}

const MAX_THUMBNAIL_HEIGHT = 380

/** The first page, in its place before it is loaded, and the number of pages. */
const PdfPreview = (props: PreviewProps) => {
  const { file } = props
  const t = useText()
  const { open } = useViewerAddress(VIEWED)
  const [isBroken, setIsBroken] = useState(false)
  const { data, error, refetch } = useCall(`GET /api/${file.source}/pages/:uniqueId`, { uniqueId: file.uniqueId })
  const [first] = data?.pages ?? []
  if (isBroken) return <NoPreview text={noPdf} />
  if (!first) {
    if (error?.status === 404) return <NoPreview text={error.message} />
    return error ? <ErrorState failure={error} onRetry={() => void refetch()} /> : <Skeleton h={MAX_THUMBNAIL_HEIGHT} />
  }
  const ratio = first.width / first.height
  return (
    <Viewable {...props} note={t('{count} page|{count} pages', { count: data?.count ?? 0 })}>
      <UnstyledButton
        className={styles.thumbnail}
        maw={MAX_THUMBNAIL_HEIGHT * ratio}
        tabIndex={-1}
        onClick={() => open(file.uniqueId)}
      >
        <Box className={styles.sheet} style={{ aspectRatio: ratio }}>
          <FirstPage file={file} onError={() => setIsBroken(true)} />
        </Box>
      </UnstyledButton>
    </Viewable>
  )
}

const FirstPage = ({ file, onError }: { file: PreviewableFile; onError: () => void }) => {
  const t = useText()
  const [isLoaded, setIsLoaded] = useState(false)
  const { data, error } = useFirstPicture(file)
  if (error && !data) return <NoPreview text={error.message} />
  return (
    <>
      {data && (
        <img src={data} alt={t('Preview of {name}', { name: file.name })} onLoad={() => setIsLoaded(true)} onError={onError} />
      )}
      {!isLoaded && <Skeleton className={styles.skeleton} h="100%" radius={0} />}
    </>
  )
}
