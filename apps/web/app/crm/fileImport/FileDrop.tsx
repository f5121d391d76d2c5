import { Alert, FileButton, Group, Text, UnstyledButton } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { useLanguage, useText } from '#kit/text'
import { formatBytes } from '#ui/values/figures'
import { hasExtension } from './fileImport.ts'
import styles from './massUpload.module.css'

interface FileDropProps {
  file: File | null
  onFile: (file: File | null) => void
  onRefused?: (file: File) => void
  disabled: boolean
  /** The extensions of accepted files, if not only workbooks, and the text before one is chosen. */
  accept?: string
  words?: { title: string; text: string } | undefined
  /** Where another file, such as one of comma-separated text, can be imported. */
  children?: ReactNode
}

/** An area to drop a workbook on, or to choose one from. Other files are refused at once: a dialog of the system may offer them all the same. */
export const FileDrop = ({ file, onFile, onRefused, disabled, accept = '.xlsx', words, children }: FileDropProps) => {
  const [refused, setRefused] = useState('')
  const resetInput = useRef<() => void>(null)
  const choose = (chosen: File | null) => {
    const isAccepted = !chosen || hasExtension(chosen, accept)
    setRefused(isAccepted ? '' : chosen.name)
    onFile(isAccepted ? chosen : null)
    if (isAccepted) return
    resetInput.current?.()
    onRefused?.(chosen)
  }
  const drop = useDrop((dropped) => !disabled && choose(dropped))
  return (
    <>
      <FileButton accept={accept} onChange={choose} disabled={disabled} resetRef={resetInput}>
        {(button) => (
          <UnstyledButton {...button} {...drop} className={styles.drop} data-autofocus>
            <Group wrap="nowrap">
              <IconFileSpreadsheet size={28} stroke={1.5} aria-hidden />
              <Chosen file={file} words={words} />
            </Group>
          </UnstyledButton>
        )}
      </FileButton>
      {refused && <RefusedFile name={refused}>{children}</RefusedFile>}
    </>
  )
}

const RefusedFile = ({ name, children }: { name: string; children: ReactNode }) => {
  const t = useText()
  return (
    <Alert color="red" role="alert" style={{ overflowWrap: 'anywhere' }} title={t('{name} cannot be imported here', { name })}>
      {children}
    </Alert>
  )
}

const Chosen = ({ file, words }: Pick<FileDropProps, 'file' | 'words'>) => {
  const t = useText()
  const size = formatBytes(file?.size ?? 0, useLanguage())
  return (
    <div style={{ minWidth: 0 }}>
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {file ? file.name : (words?.title ?? t('Choose a workbook, or drop it here'))}
      </Text>
      <Text size="sm" c="dimmed">
        {file ? t('{size}. Choose another', { size }) : (words?.text ?? t('Excel, .xlsx, up to 50 MB and 200,000 rows'))}
      </Text>
    </div>
  )
}

const useDrop = (onFile: (file: File) => void) => {
  const [over, setOver] = useState(false)
  return {
    'data-over': over || undefined,
    onDragOver: (event: React.DragEvent) => {
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: React.DragEvent) => {
      event.preventDefault()
      setOver(false)
      const [dropped] = event.dataTransfer.files
      if (dropped) onFile(dropped)
    },
  }
}
