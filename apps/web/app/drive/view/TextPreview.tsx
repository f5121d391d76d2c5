import { Box, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { mediaKindOf, PREVIEW_BYTES } from '@tradewind/contract/drive/item.constants'
import { phrase } from '@tradewind/contract/kit/phrase'
import { type SyntheticEvent, useRef, useState } from 'react'
import { Failure, toUnreachableFailure } from '#kit/api/failure'
import { useLanguage, useText } from '#kit/text'
import { ErrorState } from '#ui/page/states'
import { formatBytes } from '#ui/values/figures'
import { createMediaUrl, createPreviewUrl, focusIfLost, type PreviewableFile } from './previews.ts'
import styles from './view.module.css'

const noText = phrase('There is no preview of this file because it has no text.')

export const NoPreview = ({ text }: { text: string }) => {
  const t = useText()
  return (
    <Text size="sm" c="dimmed">
      {t(text)}
    </Text>
  )
}

/** Loads the beginning of a file's text; null if the server finds no text in the file. */
const loadTextStart = async (file: PreviewableFile, signal: AbortSignal) => {
  const answer = await fetch(await createPreviewUrl(file), { signal }).catch(() => {
    throw toUnreachableFailure()
  })
  if (answer.status === 404) return null
  if (!answer.ok) throw new Failure(answer.status, phrase('Something went wrong!'))
  return answer.text()
}

/** The beginning of a text. `fills`: as high as its container. */
export const TextPreview = ({ file, fills = false }: { file: PreviewableFile; fills?: boolean }) => {
  const t = useText()
  const language = useLanguage()
  const { uniqueId, name, version } = file
  const size = file.size ?? 0
  const { data, error, refetch } = useQuery({
    queryKey: ['preview', uniqueId, version],
    queryFn: ({ signal }) => loadTextStart(file, signal),
  })
  if (error && data === undefined) return <ErrorState failure={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton h={180} />
  if (data === null) return <NoPreview text={noText} />
  return (
    <Stack gap={4} h={fills ? '100%' : undefined}>
      <Box
        component="pre"
        className={styles.letters}
        mod={{ fills }}
        tabIndex={0}
        role="region"
        aria-label={t('Preview of {name}', { name })}
        data-autofocus={fills || undefined}
        {...(fills && { ref: focusIfLost })}
      >
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

const unplayable = phrase('This browser cannot play the file. Download it to open it with another program.')

/** Plays a video or a sound recording with the controls of the browser. When its address has expired, it goes on at the same place with a new one. */
export const MediaPlayer = ({ file }: { file: PreviewableFile }) => {
  const t = useText()
  const [failures, setFailures] = useState(0)
  const reachedTime = useRef(0)
  const { data, error, refetch } = useQuery({
    queryKey: ['preview', file.uniqueId, file.version, 'media'],
    queryFn: () => createMediaUrl(file),
    staleTime: Infinity,
    gcTime: 0,
  })
  if (failures > 1) return <NoPreview text={unplayable} />
  if (error && !data) return <ErrorState failure={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton h={54} />
  const fail = ({ currentTarget }: SyntheticEvent<HTMLMediaElement>) => {
    reachedTime.current = currentTarget.currentTime
    setFailures(failures + 1)
    if (failures === 0) void refetch()
  }
  const props = {
    className: styles.media,
    src: data,
    controls: true,
    preload: 'metadata' as const,
    'aria-label': t('Preview of {name}', { name: file.name }),
    onError: fail,
    onLoadedMetadata: ({ currentTarget }: SyntheticEvent<HTMLMediaElement>) => {
      currentTarget.currentTime = reachedTime.current
    },
  }
  const isAudio = mediaKindOf(file.mimeType) === 'audio'
  // oxlint-disable-next-line jsx-a11y/media-has-caption -- people's own recordings come without captions
  return isAudio ? <audio {...props} /> : <video {...props} playsInline />
}
