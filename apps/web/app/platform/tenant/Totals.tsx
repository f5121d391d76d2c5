import { useLanguage, useText } from '#kit/text'
import { bytesIn } from '#ui/values/bytes'
import type { Totals as Counted } from './figures.ts'
import styles from './overview.module.css'

/** The figures of all tenants together. */
export const Totals = ({ totals }: { totals: Counted }) => {
  const t = useText()
  const language = useLanguage()
  const figure = (count: number) => count.toLocaleString(language)
  const shown = [
    { label: t('Tenants'), value: figure(totals.tenants) },
    { label: t('Users'), value: figure(totals.users) },
    { label: t('Records'), value: figure(totals.records) },
    { label: t('Storage'), value: bytesIn(totals.storage, language) },
  ]
  return (
    <dl className={styles.totals}>
      {shown.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      {totals.deleted > 0 && (
        <div>
          <dt>{t('Deleted tenants')}</dt>
          <dd>{figure(totals.deleted)}</dd>
        </div>
      )}
    </dl>
  )
}
