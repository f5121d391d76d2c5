import { Box, Image, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { DriveItem } from '@tradewind/contract/drive/item'
import { PREVIEWED, previewKindOf } from '@tradewind/contract/drive/item.words'
import { useState } from 'react'
import { request } from '#kit/api/call'
import { Failure, unanswered } from '#kit/api/failure'
import { phrase, useLanguage, useText } from '#kit/text'
import { ErrorState } from '#ui/page/states'
import { bytesIn } from '#ui/values/figures'
import styles from './preview.module.css'

type Shown = Pick<DriveItem, 'uniqueId' | 'name' | 'updatedAt' | 'mimeType' | 'size'>

const unknown = phrase('There is no preview of this kind of file.')
const noPicture = phrase('There is no preview of this picture: it is too large, or cannot be read.')
const noText = phrase('There is no preview of this file because it has no text.')

/** A preview of a file: a picture made from it, or the beginning of its text; otherwise the reason why there is none. */
export const Preview = ({ item }: { item: Shown }) => {
  const kind = previewKindOf(item.mimeType)
  const size = item.size ?? 0
  if (!kind) return <Said text={unknown} />
  if (kind === 'text') return <Letters item={item} size={size} />
  return size > PREVIEWED.picture ? <Said text={noPicture} /> : <Picture key={item.updatedAt} item={item} />
}

const Said = ({ text }: { text: string }) => {
  const t = useText()
  return (
    <Text size="sm" c="dimmed">
      {t(text)}
    </Text>
  )
}

const addressOf = async (uniqueId: string) => (await request('POST /api/files/ticket', { uniqueId, preview: true }, {})).data.url

const Picture = ({ item: { uniqueId, name, updatedAt } }: { item: Shown }) => {
  const t = useText()
  const [isBroken, setIsBroken] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['preview', uniqueId, updatedAt],
    queryFn: () => addressOf(uniqueId),
    staleTime: 50_000,
  })
  if (isBroken) return <Said text={noPicture} />
  if (error && !data) return <ErrorState failure={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton h={180} />
  const alt = t('Preview of {name}', { name })
  return <Image src={data} alt={alt} mah={320} fit="contain" radius="sm" onError={() => setIsBroken(true)} />
}

/** Loads the beginning of a file's text; null if the server finds no text in the file. */
const beginningOf = async (uniqueId: string, signal: AbortSignal) => {
  const answer = await fetch(await addressOf(uniqueId), { signal }).catch(() => {
    throw unanswered()
  })
  if (answer.status === 404) return null
  if (!answer.ok) throw new Failure(answer.status, phrase('Something went wrong!'))
  return answer.text()
}

const Letters = ({ item: { uniqueId, name, updatedAt }, size }: { item: Shown; size: number }) => {
  const t = useText()
  const language = useLanguage()
  const { data, error, refetch } = useQuery({
    queryKey: ['preview', uniqueId, updatedAt],
    queryFn: ({ signal }) => beginningOf(uniqueId, signal),
    enabled: size > 0,
  })
  if (size === 0) return <Said text={phrase('The file is empty.')} />
  if (error && data === undefined) return <ErrorState failure={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton h={180} />
  if (data === null) return <Said text={noText} />
  return (
    <Stack gap={4}>
      <Box component="pre" className={styles.letters} tabIndex={0} role="region" aria-label={t('Preview of {name}', { name })}>
        {data}
      </Box>
      {size > PREVIEWED.text && (
        <Text size="xs" c="dimmed">
          {t('Showing the first {part} of {whole}.', {
            part: bytesIn(PREVIEWED.text, language),
            whole: bytesIn(size, language),
          })}
        </Text>
      )}
    </Stack>
  )
}
