import { FileButton, Group, Text, UnstyledButton } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useState } from 'react'
import { useText } from '#kit/text'
import styles from '#ui/massUpload/massUpload.module.css'

interface FileDropProps {
  file: File | null
  onFile: (file: File | null) => void
  disabled: boolean
}

/** A place to drop a workbook on, or to choose one from. */
export const FileDrop = ({ file, onFile, disabled }: FileDropProps) => {
  const drop = useDrop((dropped) => !disabled && onFile(dropped))
  return (
    <FileButton accept=".xlsx" onChange={onFile} disabled={disabled}>
      {(button) => (
        <UnstyledButton {...button} {...drop} className={styles.drop} data-autofocus>
          <Group wrap="nowrap">
            <IconFileSpreadsheet size={28} stroke={1.5} aria-hidden />
            <Chosen file={file} />
          </Group>
        </UnstyledButton>
      )}
    </FileButton>
  )
}

const Chosen = ({ file }: { file: File | null }) => {
  const t = useText()
  const size = file && Math.ceil(file.size / 1024)
  return (
    <div style={{ minWidth: 0 }}>
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {file ? file.name : t('Choose a workbook, or drop it here')}
      </Text>
      <Text size="sm" c="dimmed">
        {size ? t('{size} KB. Choose another', { size }) : t('Excel, .xlsx, up to 50 MB and 200,000 rows')}
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
