import { ActionIcon, Group, Text, VisuallyHidden } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, type TouchEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { usePrefetch } from '#kit/api/query'
import { usePages } from '#kit/api/severalCalls'
import { useText } from '#kit/text'
import { Tooltip } from '#ui/page/floating'
import { useFormatCount } from '#ui/values/figures'
import { pictureUrlQuery, type PreviewableFile, previewOf } from './previews.ts'
import styles from './view.module.css'

const steps = { previous: IconChevronLeft, next: IconChevronRight } as const
/** A list of files, without its page. */
export interface FileList {
  route: 'GET /api/files/' | 'GET /api/files/find' | 'GET /api/attachment/'
  input: object
}

/** A file among those of a list, in the list's order. Folders are left out. */
export interface FileSequence {
  /** Undefined where the list does not contain the file, or not any more. */
  file: PreviewableFile | undefined
  /** From 1; 0 where the list does not contain the file. */
  position: number
  total: number
  /** The neighbours; of a file that has left the list, those that are around its place now. */
  previous: PreviewableFile | undefined
  next: PreviewableFile | undefined
  /** The whole list is loaded, or the part that contains the file. */
  isLoaded: boolean
}

const SIZE = 200
/** So many files before the end of what is loaded, the next part of the list is loaded. */
const AHEAD = 3

interface Row {
  uniqueId: string
  folder?: boolean
}

/** The first parts of a list, of 200 rows each. */
const useParts = ({ route, input }: FileList, parts: number) => {
  const { data, hasMore, isMoreComing, error } = usePages(route, input as never, { pages: parts, size: SIZE })
  return { rows: (data?.rows ?? []) as readonly Row[], all: data?.total ?? 0, hasMore, isLoading: isMoreComing || error !== null }
}

/** The index of a file, or -1; and its last one, where it has left the list since. */
const usePlace = (files: readonly Row[], uniqueId: string) => {
  const at = files.findIndex((file) => file.uniqueId === uniqueId)
  const [last, setLast] = useState({ uniqueId, at })
  const isOther = last.uniqueId !== uniqueId
  if (isOther || (at >= 0 && last.at !== at)) setLast({ uniqueId, at })
  if (at >= 0 || isOther) return { at, place: at }
  return { at, place: last.at }
}

/** The place of a file in the list from which it was opened. The list is loaded as far as needed. */
export const useFileSequence = (
  list: FileList,
  uniqueId: string,
  /** Converts a row of this list. */
  toFile: (row: never) => PreviewableFile,
): FileSequence => {
  const [parts, setParts] = useState(1)
  const { rows, all, hasMore, isLoading } = useParts(list, parts)
  const files = rows.filter(({ folder }) => !folder)
  const { at, place } = usePlace(files, uniqueId)
  const needsMore = hasMore && (place < 0 || place >= files.length - AHEAD)
  if (needsMore && !isLoading) setParts(parts + 1)
  const fileAt = (index: number) => (place >= 0 && files[index] ? toFile(files[index] as never) : undefined)
  return {
    file: at >= 0 ? fileAt(at) : undefined,
    position: at + 1,
    total: all - (rows.length - files.length),
    previous: fileAt(place - 1),
    next: fileAt(at >= 0 ? at + 1 : place),
    isLoaded: place >= 0 || !(isLoading || hasMore),
  }
}

type Step = keyof typeof steps

interface FileNavProps {
  sequence: FileSequence
  onStep: (step: Step) => void
}

/** The number of the file, and the buttons to its neighbours: next to the number, and for the mouse at both edges of the viewer. */
export const FileNav = ({ sequence, onStep }: FileNavProps) => {
  const t = useText()
  const figure = useFormatCount()
  const labels = { previous: t('Previous file'), next: t('Next file') }
  const { position, total } = sequence
  // Not `disabled`: a button that is keeps no focus.
  const propsOf = (step: Step) => ({
    ...(!sequence[step] && { 'data-disabled': true }),
    onClick: () => onStep(step),
  })
  const button = (step: Step) => {
    const Sign = steps[step]
    return (
      <Tooltip label={labels[step]}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          aria-label={labels[step]}
          aria-disabled={!sequence[step]}
          {...propsOf(step)}
        >
          <Sign size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
    )
  }
  return (
    <>
      <Group className={styles.files} gap={2} wrap="nowrap" role="group" aria-label={t('Files')}>
        {button('previous')}
        {position > 0 && (
          <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
            {t('{position} of {total}', { position: figure(position), total: figure(total) })}
          </Text>
        )}
        {button('next')}
      </Group>
      {(['previous', 'next'] as const).map((step) => {
        const Sign = steps[step]
        return (
          <ActionIcon
            key={step}
            className={styles.edge}
            mod={{ step }}
            variant="default"
            radius="xl"
            size={44}
            tabIndex={-1}
            aria-hidden
            {...propsOf(step)}
          >
            <Sign size={24} />
          </ActionIcon>
        )
      })}
    </>
  )
}

/** Says to screen readers which file is shown, after a step to another one. */
export const FileAnnouncement = ({ file, sequence }: { file: PreviewableFile; sequence: FileSequence }) => {
  const t = useText()
  const figure = useFormatCount()
  const [openedId] = useState(file.uniqueId)
  const [hasMoved, setMoved] = useState(false)
  if (!hasMoved && file.uniqueId !== openedId) setMoved(true)
  const { position, total } = sequence
  const place = position > 0 ? `, ${t('{position} of {total}', { position: figure(position), total: figure(total) })}` : ''
  return <VisuallyHidden aria-live="polite">{hasMoved && `${file.name}${place}`}</VisuallyHidden>
}

type Stage = RefObject<HTMLElement | null>

/** Whether the file is wider than the window: the arrow keys and the finger scroll it then. */
const scrollsSideways = ({ current }: Stage) => {
  const region = current?.querySelector('[data-autofocus]')
  return !!region && region.scrollWidth > region.clientWidth
}

const keys: Readonly<Record<string, Step>> = { ArrowLeft: 'previous', ArrowRight: 'next' }

/** Left and Right go to the neighbours, unless an input, a recording, or a file that is wider than the window needs them. */
export const useArrowKeys = (stage: Stage, onStep: (step: Step) => void) => {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const step = keys[event.key]
    const target = event.target as HTMLElement
    const isModified = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey
    if (!step || isModified || target.matches('input, textarea, select, audio, video') || scrollsSideways(stage)) return
    // A dialog or a menu may be open over the viewer. What opened the viewer has the focus until its file is there.
    const layer = target.closest('[role=dialog], [role=menu]')
    if (!layer || layer.contains(stage.current)) onStep(step)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
}

/** How far a finger moves to the side for another file, in pixels. */
const SWIPE = 60

/** A finger that moves to the left shows the next file, one that moves to the right the previous one. */
export const useSwipe = (stage: Stage, onStep: (step: Step) => void) => {
  const start = useRef<{ x: number; y: number }>(undefined)
  return {
    onTouchStart: ({ touches, target }: TouchEvent) => {
      const finger = touches[0]
      const isZoomed = (globalThis.visualViewport?.scale ?? 1) > 1.05
      const isPlayer = (target as HTMLElement).matches('audio, video') // a finger moves along its time
      const isSwipe = finger && touches.length === 1 && !isZoomed && !isPlayer && !scrollsSideways(stage)
      start.current = isSwipe ? { x: finger.clientX, y: finger.clientY } : undefined
    },
    onTouchEnd: ({ changedTouches: { 0: finger } }: TouchEvent) => {
      if (!start.current || !finger) return
      const [right, down] = [finger.clientX - start.current.x, finger.clientY - start.current.y]
      start.current = undefined
      if (Math.abs(right) > SWIPE && Math.abs(right) > 2 * Math.abs(down)) onStep(right < 0 ? 'next' : 'previous')
    },
  }
}

/** Milliseconds after which the neighbours are prefetched: not of files that pass by. */
const REST_MS = 400

/** Prefetches what does not count as opening the file: the number of a PDF's pages, and the address of a picture. */
export const usePrefetchFiles = (files: readonly (PreviewableFile | undefined)[]) => {
  const client = useQueryClient()
  const prefetch = usePrefetch()
  const prefetchFile = (file: PreviewableFile) => {
    const { kind } = previewOf(file)
    if (kind === 'pdf') prefetch(`GET /api/${file.source}/pages/:uniqueId`, { uniqueId: file.uniqueId })
    if (kind === 'picture') void client.prefetchQuery(pictureUrlQuery(file))
  }
  const prefetchFiles = useEffectEvent(() => {
    for (const file of files) if (file) prefetchFile(file)
  })
  const ids = files.map((file) => file?.uniqueId).join(' ')
  useEffect(() => {
    const timer = setTimeout(() => prefetchFiles(), REST_MS)
    return () => clearTimeout(timer)
  }, [ids])
}
