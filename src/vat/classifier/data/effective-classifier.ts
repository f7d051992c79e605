/**
 * The shared classifier with the company's own rows over it. An own row sets the name and, where it has one, the rate;
 * dates, category and the rest stay the shared ones, as they are law. A code that only the company has is in no official register.
 */
export const EFFECTIVE_CLASSIFIER = `(
  SELECT country_code, code, coalesce(c.name, d.name) AS name,
         trim_scale(coalesce(c.rate_percent, d.rate_percent)) AS rate_percent,
         d.valid_from, d.valid_to, d.category, d.legal_basis, coalesce(d.registers, 'SP') AS registers,
         d.return_purchase, CASE WHEN c.code IS NULL THEN 'default' ELSE 'company' END AS source
    FROM vat_classifiers d FULL JOIN company_vat_classifiers c USING (country_code, code))`;
