import { Box, Button, Skeleton, Text } from '@mantine/core'
import type { PreviewPages } from '@tradewind/contract/drive/item'
import { type CSSProperties, type KeyboardEvent, type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { useText } from '#kit/text'
import { focusIfLost, type PreviewableFile, usePreviewUrl } from './previews.ts'
import styles from './view.module.css'

type PageSize = PreviewPages['pages'][number]

/** Pages that pass by quickly are not requested. */
const REST_MS = 150
/** How far from the visible part pages are loaded. */
const NEAR = '100% 0px'

/** Whether an element has been near the visible part of the scroller for a moment; then for good. */
const useNear = (element: RefObject<HTMLElement | null>, scroller: RefObject<HTMLElement | null>) => {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (isNear || !element.current) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const watch = ([entry]: IntersectionObserverEntry[]) => {
      clearTimeout(timer)
      if (entry?.isIntersecting) timer = setTimeout(() => setNear(true), REST_MS)
    }
    const observer = new IntersectionObserver(watch, { root: scroller.current, rootMargin: NEAR })
    observer.observe(element.current)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [element, scroller, isNear])
  return isNear
}

interface PageProps {
  page: number
  size: PageSize
  name: string
  scroller: RefObject<HTMLElement | null>
  getUrl: (fresh?: boolean) => Promise<string>
}

const Page = ({ page, size, name, scroller, getUrl }: PageProps) => {
  const t = useText()
  const element = useRef<HTMLLIElement>(null)
  const isNear = useNear(element, scroller)
  const [src, setSrc] = useState<string>()
  const [state, setState] = useState<'loading' | 'loaded' | 'failed'>('loading')
  const load = (fresh: boolean) => {
    setState('loading')
    setSrc(undefined)
    getUrl(fresh).then(
      (url) => setSrc(`${url}?page=${page}`),
      () => setState('failed'),
    )
  }
  const loadFirst = useRef(load)
  useEffect(() => {
    if (isNear) loadFirst.current(false)
  }, [isNear])
  return (
    <li ref={element} className={styles.sheet} style={{ aspectRatio: size.width / size.height }}>
      {src && state !== 'failed' && (
        <img
          src={src}
          alt={t('Page {page} of {name}', { page, name })}
          onLoad={() => setState('loaded')}
          onError={() => setState('failed')}
        />
      )}
      {state === 'loading' && <Skeleton className={styles.skeleton} h="100%" radius={0} />}
      {state === 'failed' && (
        <div className={styles.failed} role="alert">
          <Text size="sm">{t('Page {page} could not be loaded.', { page })}</Text>
          <Button size="compact-sm" variant="default" onClick={() => load(true)}>
            {t('Try again')}
          </Button>
        </div>
      )}
    </li>
  )
}

/** The page that is read: the last one that begins in the upper third, and at the end the last one. */
const pageAt = (scroller: HTMLElement, pages: HTMLElement) => {
  const { scrollTop, clientHeight, scrollHeight } = scroller
  if (scrollTop > 0 && scrollTop + clientHeight >= scrollHeight - 2) return pages.children.length
  const line = scrollTop + clientHeight / 3
  return Math.max(
    [...(pages.children as HTMLCollectionOf<HTMLElement>)].findLastIndex(({ offsetTop }) => offsetTop <= line) + 1,
    1,
  )
}

export interface PagesHandle {
  goTo: (page: number) => void
}

interface PdfPagesProps {
  file: PreviewableFile
  pages: readonly PageSize[]
  /** Shown after the last page. */
  note: string | undefined
  zoom: number
  page: number
  onPage: (page: number) => void
  handle: RefObject<PagesHandle | null>
}

/** The pages of a PDF beneath each other, at their sizes; each is loaded when it comes near. */
export const PdfPages = ({ file, pages, note, zoom, page, onPage, handle }: PdfPagesProps) => {
  const t = useText()
  const getUrl = usePreviewUrl(file)
  const scroller = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLOListElement>(null)
  /** The page that was gone to: where it cannot be scrolled to the top, the scrolling would name another one. */
  const target = useRef<number>(undefined)
  const goTo = (wanted: number) => {
    const next = Math.min(Math.max(wanted, 1), pages.length)
    const element = list.current?.children[next - 1] as HTMLElement | undefined
    if (!element || !scroller.current) return
    const { scrollTop } = scroller.current
    scroller.current.scrollTop = next === 1 ? 0 : element.offsetTop - 8
    target.current = scroller.current.scrollTop === scrollTop ? undefined : next
    onPage(next)
  }
  useEffect(() => focusIfLost(scroller.current), [])
  useImperativeHandle(handle, () => ({ goTo }))
  // Keeps what is read in view.
  const lastZoom = useRef(zoom)
  useEffect(() => {
    if (scroller.current) scroller.current.scrollTop *= zoom / lastZoom.current
    lastZoom.current = zoom
  }, [zoom])
  const follow = () => {
    const reached = target.current ?? (scroller.current && list.current ? pageAt(scroller.current, list.current) : page)
    target.current = undefined
    if (reached !== page) onPage(reached)
  }
  const keys: Record<string, number> = { PageDown: page + 1, PageUp: page - 1, Home: 1, End: pages.length }
  const onKeyDown = (event: KeyboardEvent) => {
    const next = keys[event.key]
    if (next === undefined || event.target !== scroller.current) return
    event.preventDefault()
    goTo(next)
  }
  return (
    <Box
      ref={scroller}
      className={styles.scroller}
      tabIndex={0}
      role="region"
      aria-label={t('Pages of {name}', { name: file.name })}
      data-autofocus
      onScroll={follow}
      onKeyDown={onKeyDown}
    >
      <ol ref={list} className={styles.pages} style={{ '--zoom': zoom } as CSSProperties}>
        {pages.map((size, at) => (
          <Page key={at} page={at + 1} size={size} name={file.name} scroller={scroller} getUrl={getUrl} />
        ))}
      </ol>
      {note && (
        <Text size="sm" ta="center" mt="md">
          {note}
        </Text>
      )}
    </Box>
  )
}
