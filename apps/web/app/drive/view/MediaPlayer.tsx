import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { mediaKindOf } from '@tradewind/contract/drive/item.constants'
import { phrase } from '@tradewind/contract/kit/phrase'
import { type SyntheticEvent, useRef, useState } from 'react'
import { useText } from '#kit/text'
import { ErrorState } from '#ui/page/states'
import { createMediaUrl, type PreviewableFile } from './previews.ts'
import { NoPreview } from './TextPreview.tsx'
import styles from './view.module.css'

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
