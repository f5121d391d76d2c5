import { ActionIcon, Box, Button, Group, NumberInput, Skeleton, Text } from '@mantine/core'
import {
  type Icon,
  IconArrowAutofitWidth,
  IconChevronDown,
  IconChevronUp,
  IconDownload,
  IconFileOff,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { PreviewPages } from '@tradewind/contract/drive/item'
import { type CSSProperties, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { useCall } from '#kit/api/query'
import { useText } from '#kit/text'
import { Dialog } from '#ui/dialog/Dialog'
import { Tooltip } from '#ui/page/floating'
import { HeaderButton } from '#ui/page/PageHeader'
import { EmptyState, ErrorState } from '#ui/page/states'
import { FileIcon } from './FileIcon.tsx'
import { FileAnnouncement, FileNav, type FileSequence, useArrowKeys, usePrefetchFiles, useSwipe } from './FileNav.tsx'
import { type PagesHandle, PdfPages } from './PdfPages.tsx'
import { focusIfLost, goneText, noPicture, pictureUrlQuery, type PreviewableFile, previewOf } from './previews.ts'
import { MediaPlayer, NoPreview, TextPreview } from './TextPreview.tsx'
import styles from './view.module.css'

interface ViewerProps {
  file: PreviewableFile
  /** The file was deleted, or the user may not see it any more. */
  isGone?: boolean
  /** The sentence that says so. */
  goneReason?: string
  /** Its place in the list from which it was opened, whose other files can be gone to. */
  sequence: FileSequence
  onGo: (uniqueId: string) => void
  onClose: () => void
  onDownload: () => void
}

/** Shows a file over the whole window: the pages of a PDF, a picture, a recording, or the beginning of a text; any other file by its name. Keys, buttons and swipes go to its neighbours. */
export const Viewer = ({ file, isGone = false, goneReason = goneText, sequence, onGo, onClose, onDownload }: ViewerProps) => {
  const { uniqueId, version } = file
  return (
    <Dialog
      opened
      onClose={onClose}
      title={file.name}
      fullScreen
      radius={0}
      classNames={{ content: styles.content!, body: styles.body!, title: styles.name! }}
    >
      <Stage file={file} sequence={sequence} onGo={onGo}>
        {isGone ? (
          <GoneFile reason={goneReason} />
        ) : (
          <FileView key={`${uniqueId} ${version}`} file={file} onDownload={onDownload} />
        )}
      </Stage>
    </Dialog>
  )
}

type StageProps = Pick<ViewerProps, 'file' | 'sequence' | 'onGo'> & { children: ReactNode }

/** What stays while files change: the buttons to the neighbours, and the focus where the element that had it is gone. */
const Stage = ({ file, sequence, onGo, children }: StageProps) => {
  const { previous, next } = sequence
  const stage = useRef<HTMLDivElement>(null)
  const step = (to: 'previous' | 'next') => sequence[to] && onGo(sequence[to].uniqueId)
  useArrowKeys(stage, step)
  usePrefetchFiles([next, previous])
  useLayoutEffect(() => {
    if (document.activeElement === document.body) stage.current?.focus({ preventScroll: true })
  }, [file.uniqueId])
  return (
    <Box ref={stage} className={styles.stage} tabIndex={-1} data-stage {...useSwipe(stage, step)}>
      {(previous || next) && <FileNav sequence={sequence} onStep={step} />}
      <FileAnnouncement file={file} sequence={sequence} />
      {children}
    </Box>
  )
}

const FileView = ({ file, onDownload }: Pick<ViewerProps, 'file' | 'onDownload'>) => {
  const { kind, reason } = previewOf(file)
  if (reason) return <NoView file={file} reason={reason} onDownload={onDownload} />
  const props = { file, download: <DownloadButton onClick={onDownload} /> }
  if (kind === 'pdf') return <PdfView {...props} />
  if (kind === 'audio' || kind === 'video') return <MediaView {...props} />
  return kind === 'picture' ? <PictureView {...props} /> : <TextView {...props} />
}

/** A file that has no preview: what it is, and the button that downloads it. */
const NoView = ({ file, reason, onDownload }: Pick<ViewerProps, 'file' | 'onDownload'> & { reason: string }) => {
  const t = useText()
  return (
    <div className={styles.center} ref={focusIfLost} tabIndex={-1}>
      <FileIcon name={file.name} size={56} />
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {file.name}
      </Text>
      <NoPreview text={reason} />
      <Button leftSection={<IconDownload size={18} aria-hidden />} onClick={onDownload}>
        {t('Download')}
      </Button>
    </div>
  )
}

const GoneFile = ({ reason }: { reason: string }) => {
  const t = useText()
  return (
    <div className={styles.center} ref={focusIfLost} tabIndex={-1} role="alert">
      <EmptyState icon={IconFileOff} title={t('This file or folder is not available')} text={t(reason)} />
    </div>
  )
}

interface ViewProps {
  file: PreviewableFile
  download: ReactNode
}

const DownloadButton = ({ onClick }: { onClick: () => void }) => {
  const t = useText()
  return (
    <HeaderButton icon={IconDownload} size="xs" onClick={onClick} ml="auto">
      {t('Download')}
    </HeaderButton>
  )
}

const Toolbar = ({ children }: { children: ReactNode }) => {
  const t = useText()
  return (
    <Group className={styles.toolbar} gap="xs" role="toolbar" aria-label={t('View')}>
      {children}
    </Group>
  )
}

interface ToolProps {
  icon: Icon
  label: string
  disabled?: boolean
  onClick: () => void
}

const Tool = ({ icon: Sign, label, ...button }: ToolProps) => (
  <Tooltip label={label}>
    <ActionIcon variant="subtle" color="gray" size={32} aria-label={label} {...button}>
      <Sign size={18} aria-hidden />
    </ActionIcon>
  </Tooltip>
)

const ZOOMS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3]

interface ZoomToolsProps {
  zoom: number
  /** The zoom at which a page is as wide as the window. */
  fitZoom: () => number
  onZoom: (zoom: number) => void
}

const ZoomTools = ({ zoom, fitZoom, onZoom }: ZoomToolsProps) => {
  const t = useText()
  const [smaller, larger] = [ZOOMS.findLast((one) => one < zoom), ZOOMS.find((one) => one > zoom)]
  return (
    <Group gap={0} wrap="nowrap">
      <Tool icon={IconZoomOut} label={t('Zoom out')} disabled={!smaller} onClick={() => smaller && onZoom(smaller)} />
      <Tool icon={IconZoomIn} label={t('Zoom in')} disabled={!larger} onClick={() => larger && onZoom(larger)} />
      <Tool icon={IconArrowAutofitWidth} label={t('Fit width')} onClick={() => onZoom(fitZoom())} />
    </Group>
  )
}

const PdfView = ({ file, download }: ViewProps) => {
  const { data, error, refetch } = useCall(`GET /api/${file.source}/pages/:uniqueId`, { uniqueId: file.uniqueId })
  if (data) return <LoadedPdf file={file} download={download} document={data} />
  return (
    <>
      <Toolbar>{download}</Toolbar>
      <div className={styles.scroller}>
        {error?.status === 404 && <NoPreview text={error.message} />}
        {error && error.status !== 404 && <ErrorState failure={error} onRetry={() => void refetch()} />}
        {!error && <Skeleton h="100%" maw="56rem" mx="auto" />}
      </div>
    </>
  )
}

/** The zoom at which pages are as wide as the window: without zoom they are 56rem wide at most, as in the style. */
const fitWidth = () => {
  const widest = 56 * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  return Math.max((innerWidth - 48) / widest, 1)
}

const LoadedPdf = ({ file, download, document: { count, pages } }: ViewProps & { document: PreviewPages }) => {
  const t = useText()
  const [page, setPage] = useState(1)
  const [zoom, setZoom] = useState(1)
  const handle = useRef<PagesHandle>(null)
  const goTo = (next: number) => handle.current?.goTo(next)
  const note =
    count > pages.length
      ? t('Showing the first {part} of {whole} pages. Download the file to see all of them.', {
          part: pages.length,
          whole: count,
        })
      : undefined
  return (
    <>
      <Toolbar>
        <Group gap={4} wrap="nowrap">
          <Tool icon={IconChevronUp} label={t('Previous page')} disabled={page === 1} onClick={() => goTo(page - 1)} />
          <Tool icon={IconChevronDown} label={t('Next page')} disabled={page === pages.length} onClick={() => goTo(page + 1)} />
          <JumpField key={page} page={page} last={pages.length} onJump={goTo} />
          <Text size="sm" role="status" style={{ whiteSpace: 'nowrap' }}>
            {t('Page {page} of {pages}', { page, pages: count })}
          </Text>
        </Group>
        <ZoomTools zoom={zoom} fitZoom={fitWidth} onZoom={setZoom} />
        {download}
      </Toolbar>
      <PdfPages file={file} pages={pages} note={note} zoom={zoom} page={page} onPage={setPage} handle={handle} />
    </>
  )
}

interface JumpFieldProps {
  page: number
  last: number
  onJump: (page: number) => void
}

/** A page to go to, with Enter or when the field is left. */
const JumpField = ({ page, last, onJump }: JumpFieldProps) => {
  const t = useText()
  const [value, setValue] = useState<number | string>(page)
  const jump = () => {
    const wanted = Number(value)
    if (wanted >= 1 && wanted !== page) onJump(wanted)
  }
  return (
    <NumberInput
      className={styles.jump}
      size="xs"
      hideControls
      allowNegative={false}
      allowDecimal={false}
      max={last}
      aria-label={t('Go to page')}
      value={value}
      onChange={setValue}
      onBlur={jump}
      onKeyDown={({ key }) => key === 'Enter' && jump()}
    />
  )
}

const PictureView = ({ file, download }: ViewProps) => {
  const t = useText()
  const [zoom, setZoom] = useState(1)
  const [failures, setFailures] = useState(0)
  const { data, error, refetch } = useQuery(pictureUrlQuery(file))
  const isBroken = failures > 1
  const fail = () => {
    setFailures(failures + 1)
    if (failures === 0) void refetch() // the address may have expired
  }
  return (
    <>
      <Toolbar>
        <ZoomTools zoom={zoom} fitZoom={() => 1} onZoom={setZoom} />
        {download}
      </Toolbar>
      <Box
        className={styles.scroller}
        tabIndex={0}
        role="region"
        aria-label={t('Preview of {name}', { name: file.name })}
        data-autofocus
        ref={focusIfLost}
      >
        {isBroken && <NoPreview text={noPicture} />}
        {error && !data && <ErrorState failure={error} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton h="100%" />}
        {data && !isBroken && (
          <img src={data} alt={file.name} className={styles.picture} style={{ '--zoom': zoom } as CSSProperties} onError={fail} />
        )}
      </Box>
    </>
  )
}

const MediaView = ({ file, download }: ViewProps) => (
  <>
    <Toolbar>{download}</Toolbar>
    <div className={styles.center} ref={focusIfLost} tabIndex={-1}>
      <MediaPlayer file={file} />
    </div>
  </>
)

const TextView = ({ file, download }: ViewProps) => (
  <>
    <Toolbar>{download}</Toolbar>
    <div className={styles.scroller}>
      <TextPreview file={file} fills />
    </div>
  </>
)
