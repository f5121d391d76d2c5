import { Box, Image, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { DriveItem } from '@tradewind/contract/drive/item'
import { PREVIEW_BYTES, previewKindOf } from '@tradewind/contract/drive/item.constants'
import { phrase } from '@tradewind/contract/kit/phrase'
import { useState } from 'react'
import { request } from '#kit/api/call'
import { Failure, toUnreachableFailure } from '#kit/api/failure'
import { useLanguage, useText } from '#kit/text'
import { ErrorState } from '#ui/page/states'
import { formatBytes } from '#ui/values/figures'
import styles from './preview.module.css'

type PreviewableFile = Pick<DriveItem, 'uniqueId' | 'name' | 'updatedAt' | 'mimeType' | 'size'>

const unknownKind = phrase('There is no preview of this kind of file.')
const noPicture = phrase('There is no preview of this picture: it is too large, or cannot be read.')
const noText = phrase('There is no preview of this file because it has no text.')

/** A preview of a file: a picture made from it, or the beginning of its text; otherwise the reason why there is none. */
export const Preview = ({ item }: { item: PreviewableFile }) => {
  const kind = previewKindOf(item.mimeType)
  const size = item.size ?? 0
  if (!kind) return <NoPreview text={unknownKind} />
  if (kind === 'text') return <TextPreview item={item} size={size} />
  return size > PREVIEW_BYTES.picture ? <NoPreview text={noPicture} /> : <PicturePreview key={item.updatedAt} item={item} />
}

const NoPreview = ({ text }: { text: string }) => {
  const t = useText()
  return (
    <Text size="sm" c="dimmed">
      {t(text)}
    </Text>
  )
}

const createPreviewUrl = async (uniqueId: string) =>
  (await request('POST /api/files/ticket', { uniqueId, preview: true }, {})).data.url

const PicturePreview = ({ item: { uniqueId, name, updatedAt } }: { item: PreviewableFile }) => {
  const t = useText()
  const [isBroken, setIsBroken] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['preview', uniqueId, updatedAt],
    queryFn: () => createPreviewUrl(uniqueId),
    staleTime: 50_000,
  })
  if (isBroken) return <NoPreview text={noPicture} />
  if (error && !data) return <ErrorState failure={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton h={180} />
  const alt = t('Preview of {name}', { name })
  return <Image src={data} alt={alt} mah={320} fit="contain" radius="sm" onError={() => setIsBroken(true)} />
}

/** Loads the beginning of a file's text; null if the server finds no text in the file. */
const loadTextStart = async (uniqueId: string, signal: AbortSignal) => {
  const answer = await fetch(await createPreviewUrl(uniqueId), { signal }).catch(() => {
    throw toUnreachableFailure()
  })
  if (answer.status === 404) return null
  if (!answer.ok) throw new Failure(answer.status, phrase('Something went wrong!'))
  return answer.text()
}

const TextPreview = ({ item: { uniqueId, name, updatedAt }, size }: { item: PreviewableFile; size: number }) => {
  const t = useText()
  const language = useLanguage()
  const { data, error, refetch } = useQuery({
    queryKey: ['preview', uniqueId, updatedAt],
    queryFn: ({ signal }) => loadTextStart(uniqueId, signal),
    enabled: size > 0,
  })
  if (size === 0) return <NoPreview text={phrase('The file is empty.')} />
  if (error && data === undefined) return <ErrorState failure={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton h={180} />
  if (data === null) return <NoPreview text={noText} />
  return (
    <Stack gap={4}>
      <Box component="pre" className={styles.letters} tabIndex={0} role="region" aria-label={t('Preview of {name}', { name })}>
        {data}
      </Box>
      {size > PREVIEW_BYTES.text && (
        <Text size="xs" c="dimmed">
          {t('Showing the first {part} of {whole}.', {
            part: formatBytes(PREVIEW_BYTES.text, language),
            whole: formatBytes(size, language),
          })}
        </Text>
      )}
    </Stack>
  )
}
