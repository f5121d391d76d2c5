import { Text } from '@mantine/core'
import type { SheetOutcome } from '@tradewind/contract/operations/bulkUpload.contract'
import { useText } from '#kit/text'
import { Faults } from '#ui/massUpload/FaultTable'
import type { Outcome } from './bulkUpload.ts'
import styles from './bootstrap.module.css'

/** What became of a workbook, to be unfolded: its sheets, and within each its figures and faults. All of it is text. */
export const OutcomeTree = ({ outcome: { sheets, problem } }: { outcome: Outcome }) => {
  const t = useText()
  const faults = sheets.reduce((sum, [, { faultTotal }]) => sum + faultTotal, 0)
  const created = sheets.reduce((sum, [, sheet]) => sum + sheet.created, 0)
  return (
    <>
      {problem && (
        <Text size="sm" c="red">
          {t(problem)}
        </Text>
      )}
      {sheets.length > 0 && (
        <details className={styles.tree}>
          <summary>
            <strong>{t('Parsing Response')}</strong> {t('{count} row created|{count} rows created', { count: created })},{' '}
            {t('{count} fault|{count} faults', { count: faults })}
          </summary>
          {sheets.map(([name, sheet]) => (
            <Sheet key={name} name={name} sheet={sheet} />
          ))}
        </details>
      )}
    </>
  )
}

const Sheet = ({ name, sheet }: { name: string; sheet: SheetOutcome }) => {
  const t = useText()
  const { read, created, skipped, faultTotal, faults } = sheet
  return (
    <details className={styles.tree} open={faultTotal > 0}>
      <summary>
        <strong>{name}</strong> {t('{read} rows read, {created} created, {skipped} skipped.', { read, created, skipped })}
      </summary>
      {faultTotal === 0 ? (
        <Text size="sm" c="dimmed" className={styles.leaf}>
          {t('No faults')}
        </Text>
      ) : (
        <div className={styles.leaf}>
          <Text size="sm">
            {t('{count} fault|{count} faults', { count: faultTotal })}
            {faultTotal > faults.length && `. ${t('The first {listed} are listed.', { listed: faults.length })}`}
          </Text>
          <Faults label={t('Faults in {sheet}', { sheet: name })} faults={faults} />
        </div>
      )}
    </details>
  )
}
