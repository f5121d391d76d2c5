import { Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { Exported, Kind } from '#kit/api/calls'
import { failureOf } from '#kit/api/failure'
import { useExport } from '#kit/api/records'
import { download } from '#kit/browser/download'
import { useText } from '#kit/text'
import { HeaderButton } from '#ui/page/HeaderButton'
import { useToast } from '#ui/page/toast'

interface ExportMenuProps {
  kind: Kind | Exported
  /** The list as it is filtered and sorted. */
  asked: Record<string, string>
}

/** Downloads the list, as it is filtered and sorted, as a workbook or as comma-separated text. */
export const ExportMenu = ({ kind, asked }: ExportMenuProps) => {
  const prepare = useExport(kind)
  return (
    <DownloadMenu
      isPending={prepare.isPending}
      prepare={async (format) => (await prepare.mutateAsync({ ...asked, format })).data.url}
    />
  )
}

interface DownloadMenuProps {
  /** Gives the address of the prepared file. */
  prepare: (format: 'xlsx' | 'csv') => Promise<string>
  isPending: boolean
}

/** The two formats that a table is downloaded in. */
export const DownloadMenu = ({ prepare, isPending }: DownloadMenuProps) => {
  const t = useText()
  const toast = useToast()
  const take = (format: 'xlsx' | 'csv') => prepare(format).then(download, (error: unknown) => toast.failure(failureOf(error)))
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <HeaderButton icon={IconDownload} loading={isPending}>
          {t('Export')}
        </HeaderButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void take('xlsx')}>{t('Excel workbook (XLSX)')}</Menu.Item>
        <Menu.Item onClick={() => void take('csv')}>{t('Comma-separated text (CSV)')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
