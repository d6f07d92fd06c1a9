//! Nouns that name something to look at.

use std::collections::HashSet;
use std::sync::LazyLock;

/// Nouns at the end of a name that has no verb: how things are, places, weather and the sky, money and
/// markets, what is worked out, what is known, people and sport, software.
const THINGS: &str = "
        status info information details stats statistics summary history schema schemas metadata
        version versions health logs metrics overview docs documentation usage results indexes
        permissions capabilities messages events activity count tree structure insights analytics
        timeline trends weather news price prices rates directions guide guidelines rules reference
        references examples context profile balance balances inventory catalog dependencies
        definition definitions timezones countries reader viewer finder explorer leaderboard matrix
        transcript transcripts distance distances duration elevation trending popular nearby similar
        related latest recent quota quotas limits specs specification readme changelog diagnostics
        warnings histogram breakdown forecast quotes alerts rankings ranking standings scores
        fixtures odds lineup lineups roster earnings dividends financials fundamentals candles ohlcv
        orderbook ticker tickers holders holdings transactions statements headlines articles
        followers hashtags lyrics reviews ratings recipes nutrition synonyms antonyms facts trivia
        keywords backlinks serp traffic whois headers certificates vulnerabilities cves advisories
        indicators reputation subdomains neighbors neighbours ancestors descendants callers callees
        symbols contributors stargazers commits blame traces spans percentiles comparison
        comparisons correlations correlation distribution availability departures arrivals
        itineraries tides sunrise sunset earthquakes population gdp inflation yields curve spread
        spreads volatility sentiment depth lineage coverage footprint topology uptime latency
        throughput utilization consumption estimates projections predictions outlook synopsis
        abstract citations bibliography glossary taxonomy ontology thesaurus faq faqs tutorials
        manual cheatsheet statement rate quality conditions intel size sizes progress timesheet
        interactions level levels ideas tracks playing climate temperature score dictionary calendar
        timezone hierarchy outline toc capability screener chain greeks chart charts heatmap
        dividend earning valuation ratios ratio marketcap completions suggestions recommendations
        alternatives competitors mentions
        stat metric kpi kpis telemetry reading readings dashboard streak streaks
        workload capacity velocity burndown backlog roadmap agenda itinerary freebusy conflicts
        battery cpu gpu gpus ram disk hostname datetime clock motd errors findings violations
        hotspots complexity duplicates duplication smells todos completion stacktrace backtrace
        callstack severity readiness overdue
        humidity wind uv aqi pollen pollution precipitation rainfall storms hurricanes wildfires
        radar tide swell moon twilight eclipse eclipses constellations planets asteroids apod
        altitude eta stations timetable timetables zipcode postcode postcodes regions cities
        counties provinces municipalities districts holidays holiday
        eps ebitda cashflow cashflows income revenue margins ohlc kline klines candlestick
        candlesticks bars ticks liquidity apr apy peers insiders ownership shareholders filings
        filing movers gainers losers ipos bonds mempool supply tvl pnl drawdown sharpe rsi macd sma
        ema vwap atr premium premiums comps zestimate vacancies
        factorial fibonacci gcd lcm primes sqrt logarithm derivative integral determinant
        eigenvalues mean median variance stddev deviation covariance quartiles zscore ttest anova
        probability permutations combinations percentage amortization roi npv irr xirr wacc dcf capm
        cagr emi bmi bmr tdee
        abstracts chapters sections headings footnotes citation papers authors journals publications
        preprints patents trials genes proteins pathways variants compounds drugs dosage symptoms
        diseases guidance handbook runbook instructions tips tutorial lesson lessons meaning
        etymology pronunciation rhymes anagrams phrases proverbs verse verses joke jokes fact
        horoscope laws statutes regulations rulings dockets precedents opinions categories genres
        topics languages currencies codes units presets palettes fonts advice advisory
        teams players squad injuries season seasons leagues medals achievements badges milestones
        macros calories hrv steps heartrate laps pace zones ingredients allergens substitutes
        pairings menu menus amenities genealogy pedigree
        ast callgraph dependency dependents usages occurrences signature signatures interfaces
        arp nameservers dns mx robots sitemap pagespeed lighthouse sbom cwe cve cpe epss kev
        licenses manpage docstring docstrings
        geoip asn rdap dnssec taf notam notams metar provenance landscape funnel cohort cohorts
        retention churn pageviews impressions engagement demographics audience readability
        seasonality anomalies outliers allowance allowances skew pagerank popularity seniority tenure
        state occupancy walkscore crimes runways airports airlines aircraft fares vessels tonnage
";

static LOOKED_UP: LazyLock<HashSet<&str>> = LazyLock::new(|| THINGS.split_whitespace().collect());

/// Whether a noun names something to look at.
pub(crate) fn is_to_read(noun: &str) -> bool {
    LOOKED_UP.contains(noun)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verb::{self, WordKind};

    #[test]
    fn each_stands_once_and_none_is_a_verb() {
        assert_eq!(LOOKED_UP.len(), THINGS.split_whitespace().count());
        for noun in LOOKED_UP.iter() {
            let verb = verb::base(noun).filter(|verb| verb.kind == WordKind::Verb);
            assert!(verb.is_none_or(|verb| !verb.effect.writes()), "{noun}");
        }
    }
}
