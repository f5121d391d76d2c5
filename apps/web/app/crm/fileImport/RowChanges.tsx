import { Text } from '@mantine/core'
import type { FileImport, ImportRow } from '@tradewind/contract/crm/bulk/fileImport.contract'
import { useText } from '#kit/text'
import { useImportWords } from './fileImport.ts'
import styles from './import.module.css'

/** What a row changes in an existing record, field by field. */
export const RowChanges = ({ fileImport, changes }: { fileImport: FileImport; changes: ImportRow['changes'] }) => {
  const t = useText()
  const { labelOf, show } = useImportWords(fileImport)
  if (changes.length === 0) return <Text size="sm">{t('No changes')}</Text>
  return (
    <ul className={styles.changes}>
      {changes.map(({ field, before, after }) => (
        <Text component="li" size="sm" key={field}>
          {labelOf(field)}: <del>{show(field, before)}</del> → <ins>{show(field, after)}</ins>
        </Text>
      ))}
    </ul>
  )
}
